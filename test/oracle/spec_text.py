"""What can be read of a spec only in the text that the reference writes: types in dictionaries, unknown fields."""

import re

from dump_values import plain, value_json
from pxr import Sdf

TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'(?:\\.|[^\\])*?\'\'\'|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\''
    r"|@@@(?:\\@@@|.)*?@@@@{0,2}|@[^@\n]*@|<[^>]*>|[\[\](){}=,;\n]|[^\s\[\](){}=,;\"'@<]+|[@<]",
    re.S,
)


class Reader:
    """Reads the metadata block of a spec from the reference's own text."""

    def __init__(self, source):
        self.tokens = TOKEN.findall(source)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self):
        token = self.peek()
        self.at += 1
        return token

    def skip_lines(self):
        while self.peek() == "\n":
            self.at += 1

    def block(self):
        """`( … )`: name to [(operation, value)]; a value is a dictionary of types or a text."""
        result = {}
        self.next()
        while True:
            self.skip_lines()
            if self.peek() in (")", ""):
                return result
            words = []
            while self.peek() not in ("=", "\n", ")", ""):
                words.append(self.next())
            if self.peek() != "=":
                continue
            self.next()
            operation = words[0] if len(words) > 1 else "explicit"
            result.setdefault(words[-1], []).append((operation, self.value()))

    def value(self):
        if self.peek() == "{":
            return self.dictionary()
        parts = []
        depth = 0
        while self.peek() != "":
            token = self.peek()
            if depth == 0 and token in ("\n", ")"):
                break
            depth += token in ("(", "[", "{")
            depth -= token in (")", "]", "}")
            self.next()
            if token != "\n":
                parts.append(token)
        return "".join(", " if part == "," else part for part in parts)

    def dictionary(self):
        result = {}
        self.next()
        while True:
            self.skip_lines()
            if self.peek() in ("}", ""):
                self.next()
                return result
            words = []
            while self.peek() not in ("=", ""):
                words.append(self.next())
            self.next()
            kind = "".join(words[:-1])
            key = words[-1] if words else ""
            if self.peek() == "{":
                result[unquoted(key)] = self.dictionary()
            else:
                self.value()
                result[unquoted(key)] = kind


def unquoted(key):
    if key[:1] not in ("'", '"'):
        return key
    marks = 3 if key[:3] in ("'''", '"""') else 1
    return eval_string(key[marks:-marks])


ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def eval_string(body):
    def one(match):
        code = match.group(1)
        if code.startswith("x"):
            return chr(int(code[1:], 16))
        return ESCAPES.get(code, code)

    return re.sub(r"\\(x[0-9a-f]{2}|.)", one, body, flags=re.S)


def dictionary(value, types):
    """A dictionary with the types that its text gives."""
    result = {}
    for key, item in value.items():
        kind = types.get(key) if isinstance(types, dict) else None
        if isinstance(item, dict):
            result[key] = {"t": "dictionary", "v": dictionary(item, kind if isinstance(kind, dict) else {})}
        elif isinstance(kind, str) and kind != "" and not isinstance(item, Sdf.Path):
            result[key] = {"t": kind, "v": value_json(item, kind)}
        else:
            result[key] = {"untyped": plain(item)}
    return result
