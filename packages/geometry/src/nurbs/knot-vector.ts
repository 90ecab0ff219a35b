/** B-splines of one parameter (Piegl and Tiller, The NURBS Book, chapter 2). */

/** Knots of a curve, or of a surface along one direction. */
export interface KnotVector {
  readonly knots: ArrayLike<number>;
  readonly degree: number;
  /** Of control points; there are `degree + 1` more knots. */
  readonly points: number;
  /** First and last parameter. */
  readonly low: number;
  readonly high: number;
}

/** What a prim authors of a direction. */
export interface AuthoredKnots {
  readonly knots: Float64Array;
  readonly order: number;
  readonly points: number;
  /** Two numbers; other ranges are that of the knots. */
  readonly range: readonly number[];
}

/** The largest order that is drawn. */
const MAX_ORDER = 32;

/** Returns a knot vector, or what is wrong with it. */
export function knotVector({ knots, order, points, range }: AuthoredKnots): KnotVector | string {
  if (!(order >= 2 && order <= MAX_ORDER)) return `Expected an order from 2 to ${MAX_ORDER}, found ${order}`;
  if (points < order) return `There are ${points} control points, fewer than the order ${order}`;
  if (knots.length !== points + order) return `Expected ${points + order} knots, found ${knots.length}`;
  for (let i = 0; i < knots.length; i++) {
    if (!Number.isFinite(knots[i]) || (i > 0 && knots[i] < knots[i - 1])) return "The knots do not ascend";
  }
  const degree = order - 1;
  const [first, last] = [knots[degree], knots[points]];
  const isRange = range.length === 2 && range[0] < range[1];
  const low = isRange ? Math.min(last, Math.max(first, range[0])) : first;
  const high = isRange ? Math.min(last, Math.max(first, range[1])) : last;
  return low < high ? { knots, degree, points, low, high } : "The knots or the range are empty";
}

/** A parameter, and where it is between the ends of spans. */
export interface Parameter {
  readonly value: number;
  /** 2.5 is in the middle of the third segment of the authored knots: there is one for each pair of successive knots. */
  readonly place: number;
}

/** Returns parameters from the first to the last one, with some of them for each span that is not empty. */
export function parametersOf(vector: KnotVector, perSpan: number): readonly Parameter[] {
  const { knots, degree, points, low, high } = vector;
  const steps = degree === 1 ? 1 : perSpan;
  const found: Parameter[] = [];
  for (let span = degree; span < points; span++) {
    const [from, to] = [Math.max(low, knots[span]), Math.min(high, knots[span + 1])];
    if (!(from < to)) continue;
    const width = knots[span + 1] - knots[span];
    for (let i = 0; i < steps; i++) {
      const value = from + ((to - from) * i) / steps;
      found.push({ value, place: span - degree + (value - knots[span]) / width });
    }
  }
  return [...found, { value: high, place: lastPlace(vector) }];
}

/** Returns how many spans are not empty. */
export function spansOf({ knots, degree, points, low, high }: KnotVector): number {
  let count = 0;
  for (let span = degree; span < points; span++) {
    if (Math.max(low, knots[span]) < Math.min(high, knots[span + 1])) count++;
  }
  return count;
}

function lastPlace({ knots, degree, points, high }: KnotVector): number {
  let span = points - 1;
  while (span > degree && knots[span] >= high) span--;
  const width = knots[span + 1] - knots[span];
  return span - degree + (width > 0 ? (high - knots[span]) / width : 1);
}

/** The weights of control points at a parameter. */
export interface BasisWeights {
  /** The first of `degree + 1` control points. */
  readonly first: number;
  readonly weights: Float64Array;
  /** Derivatives of the weights. */
  readonly slopes: Float64Array;
}

/** Returns the weights of control points at a parameter. */
export function basisWeights(vector: KnotVector, value: number): BasisWeights {
  const { knots, degree } = vector;
  const span = spanOf(vector, value);
  const lower = basisOf(vector, { span, degree: degree - 1 }, value);
  const slopes = new Float64Array(degree + 1);
  for (let i = 0; i < degree; i++) {
    // Control points from span − degree + 1 on have a weight in the basis of the degree below.
    const width = knots[span + i + 1] - knots[span + i + 1 - degree];
    const slope = width > 0 ? (degree * lower[i]) / width : 0;
    slopes[i] -= slope;
    slopes[i + 1] += slope;
  }
  return { first: span - degree, weights: basisOf(vector, { span, degree }, value), slopes };
}

/** Returns the index of the last knot that is not after a parameter, and begins a span that is not empty. */
function spanOf({ knots, degree, points }: KnotVector, value: number): number {
  let [low, high] = [degree, points];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (knots[middle] <= value) low = middle;
    else high = middle;
  }
  while (low > degree && !(knots[low] < knots[low + 1])) low--;
  return low;
}

interface BasisPlace {
  readonly span: number;
  readonly degree: number;
}

function basisOf({ knots }: KnotVector, { span, degree }: BasisPlace, value: number): Float64Array {
  const weights = new Float64Array(degree + 1);
  weights[0] = 1;
  for (let k = 1; k <= degree; k++) {
    let saved = 0;
    for (let i = 0; i < k; i++) {
      const [left, right] = [knots[span + 1 - k + i], knots[span + 1 + i]];
      const width = right - left;
      const share = width > 0 ? weights[i] / width : 0;
      weights[i] = saved + (right - value) * share;
      saved = (value - left) * share;
    }
    weights[k] = saved;
  }
  return weights;
}
