/** Letters of 5 × 7 pixels for the names of pictures: printable ASCII, everything else is a box. */

/** Width and height of a letter, in pixels. */
export const LETTER = { width: 5, height: 7 } as const;

const FIRST = 0x20;
const BOX = "vhhhhhv";
/** A letter has seven rows of five pixels, each a digit to base 32; from the space on. */
const ROWS: string =
  "00000004444404aa00000aavavaa4fke5u4pp248jjcik8lid44000002488842842224804lel40044v4400000624000e000" +
  "00000cc11248ggehjlphe4c4444eeh1248vu11e11u26aiv22vgu11he68guhhev122444ehhehheehhf12c0cc0cc00cc0c48" +
  "248g84200v0v008421248eh12404ehnlngeehhvhhhuhhuhhuehgggheuhhhhhuvgguggvvggugggehgnhhehhhvhhhe44444e" +
  "72222ichikokihggggggvhrllhhhhppljjhehhhhheuhhugggehhhliduhhukihfgge11uv444444hhhhhhehhhhaa4hhhllrh" +
  "hha4ahhhha4444v1248gve88888egg84211e22222e4ah0000000000v840000000e1fhfgguhhhu00eggge11fhhhf00ehvge" +
  "68u88880fhhf1egguhhhh40c444e20622icggikokic44444e00qllll00uhhhh00ehhhe0uhhugg0fhhf1100moggg00fge1u" +
  "88u888600hhhhf00hhha400hllla00ha4ah0hhhf1e00v248v34484434444444o44244o009li00";

/** Returns the rows of a letter: numbers with a bit for each pixel, the left one highest. */
export function letterRows(letter: string): readonly number[] {
  const at = LETTER.height * (letter.charCodeAt(0) - FIRST);
  const rows = letter.length === 1 && at >= 0 ? ROWS.slice(at, at + LETTER.height) : "";
  return Array.from(rows.length === LETTER.height ? rows : BOX, (digit) => Number.parseInt(digit, 32));
}
