"""RFC 8785: JSON with one text for one value. Numbers that JSON lacks are strings: "inf", "-inf", "nan", "-0"."""

import json
import math


def number_text(value):
    """ECMAScript's text of a finite double."""
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    if fraction == "0":
        fraction = ""
    power = int(exponent or 0) + len(whole)
    digits = (whole + fraction).lstrip("0")
    power -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= power <= 21:
        return sign + digits + "0" * (power - count)
    if 0 < power <= 21:
        return sign + digits[:power] + "." + digits[power:]
    if -6 < power <= 0:
        return sign + "0." + "0" * -power + digits
    shown = digits[0] + ("." + digits[1:] if count > 1 else "")
    return f"{sign}{shown}e{'+' if power > 0 else '-'}{abs(power - 1)}"


def text(value):
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 2**53 else number_text(float(value))
    if isinstance(value, float):
        if math.isnan(value):
            return '"nan"'
        if math.isinf(value):
            return '"inf"' if value > 0 else '"-inf"'
        if value == 0 and math.copysign(1, value) < 0:
            return '"-0"'
        return number_text(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(text(item) for item in value) + "]"
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{text(key)}:{text(value[key])}" for key in keys) + "}"
    raise TypeError(f"no JSON for {type(value)}")
