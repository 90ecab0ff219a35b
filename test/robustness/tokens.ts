/** What a text falls into when it is cut by hand: strings, asset paths, paths, comments, words, blanks, single marks. */
export const TOKEN: RegExp =
  /"""(?:\\[^]|[^\\])*?"""|'''(?:\\[^]|[^\\])*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|@@@(?:\\@@@|[^\n])*?@{3,5}(?!@)|@[^@\n]*@|<[^>\n]*>|#[^\n]*|\/\*[^]*?\*\/|\/\/[^\n]*|[\w.:+-]+|[ \t]+|\r?\n|[^]/g;
