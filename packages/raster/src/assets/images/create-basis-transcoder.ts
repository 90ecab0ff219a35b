/** Makes a module of Basis Universal, which is initialized. */
export type CreateBasisTranscoder = () => Promise<object>;
