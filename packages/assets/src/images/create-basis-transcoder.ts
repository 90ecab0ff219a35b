/** Creates an initialized module of Basis Universal. */
export type CreateBasisTranscoder = () => Promise<object>;
