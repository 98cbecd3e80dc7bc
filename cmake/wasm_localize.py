"""wasm_localize.py NAME OBJECT: leaves NAME as the only global symbol that a relocatable WebAssembly object defines.

What objcopy --keep-global-symbol does for ELF; llvm-objcopy edits no symbols of this format. The format is that
of "WebAssembly Object File Linking" of the tool conventions: a custom section "linking" holds a symbol table, and
each symbol's flags have its binding.
"""
import sys

LINKING, SYMBOL_TABLE = b"linking", 8
FUNCTION, DATA, GLOBAL, SECTION, EVENT, TABLE = range(6)
BINDING_MASK, BINDING_LOCAL, UNDEFINED, EXPLICIT_NAME = 0x3, 0x2, 0x10, 0x40


class Reader:
    def __init__(self, data, at):
        self.data, self.at = data, at

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def bytes(self):
        size = self.number()
        self.at += size
        return bytes(self.data[self.at - size : self.at])


def symbol_table_at(data):
    """Where the entries of the symbol table start, after their number."""
    reader = Reader(data, 8)
    while reader.at < len(data):
        kind = reader.number()
        size = reader.number()
        end = reader.at + size
        if kind == 0 and reader.bytes() == LINKING:
            reader.number()  # version
            while reader.at < end:
                part = reader.number()
                part_size = reader.number()
                if part == SYMBOL_TABLE:
                    return reader.at
                reader.at += part_size
        reader.at = end
    sys.exit("wasm_localize: this is no relocatable WebAssembly object")


def localize(data, kept):
    """Binds every defined symbol but the one of that name locally; tells whether that one is defined."""
    reader = Reader(data, symbol_table_at(data))
    found = False
    for _ in range(reader.number()):
        kind = reader.number()
        flags_at = reader.at
        flags = reader.number()
        name = None
        if kind == DATA:
            name = reader.bytes()
            if not flags & UNDEFINED:
                for _ in range(3):  # segment, offset, size
                    reader.number()
        else:
            reader.number()
            if kind != SECTION and (not flags & UNDEFINED or flags & EXPLICIT_NAME):
                name = reader.bytes()
        if kind == SECTION or flags & UNDEFINED:
            continue
        if name == kept:
            found = True
        else:
            data[flags_at] = data[flags_at] & ~BINDING_MASK | BINDING_LOCAL
    return found


def main():
    kept, path = sys.argv[1], sys.argv[2]
    with open(path, "rb") as file:
        data = bytearray(file.read())
    if not localize(data, kept.encode()):
        sys.exit(f"wasm_localize: {path} does not define {kept}")
    with open(path, "wb") as file:
        file.write(data)


main()
