/** Stands in a word for what only the shell that runs it knows: a variable, the output of a command, a glob. */
export const HOLE = '\0';

/** One program with its arguments. */
export interface SimpleCommand {
  readonly words: string[];
  /** Its standard input, if the text has it: a here-document or a here-string. */
  input?: string;
  /** The command whose output it reads. */
  from?: SimpleCommand;
}
interface ParsedCommands {
  /** Those of substitutions, subshells and here-documents too, in the order in which they end. */
  readonly commands: readonly SimpleCommand[];
  /** Whether every quote and bracket is closed. */
  readonly isWhole: boolean;
}

/** Reads what bash would run. Nothing is expanded: what is not written in the text is a hole. */
export function parseShell(text: string): ParsedCommands {
  const reader = new Reader(text, [], 0);
  reader.list();
  return reader;
}

/** Nesting that nobody types. */
const DEEPEST = 50;
interface HereDocument {
  readonly command: SimpleCommand;
  readonly end: string;
  readonly isQuoted: boolean;
  readonly isIndented: boolean;
}

class Reader {
  readonly commands: SimpleCommand[];
  isWhole = true;
  readonly #text: string;
  #at = 0;
  #depth: number;
  #awaited: HereDocument[] = [];
  constructor(text: string, commands: SimpleCommand[], depth: number) {
    this.#text = text;
    this.commands = commands;
    this.#depth = depth;
  }

  /** Commands up to a closing bracket, or to the end. */
  list(end?: ')'): void {
    if (++this.#depth > DEEPEST) this.#break();
    let command: SimpleCommand = { words: [] };
    const next = (from?: SimpleCommand): void => {
      if (command.words.length > 0 || command.input !== undefined) this.commands.push(command);
      command = { words: [], ...(from && { from }) };
    };
    for (let isOpen = true; isOpen;) {
      const char = this.#text[this.#at];
      if (char === undefined || char === end) {
        if (char !== end) this.isWhole = false;
        this.#at++;
        isOpen = false;
      } else if (char === '\n') {
        this.#at++;
        // a pipe goes on in the next line
        if (command.words.length > 0) next();
        this.#readAwaited();
      } else if (/\s/.test(char)) this.#at++;
      else if (char === '#') this.#skipTo('\n');
      else if (char === '<' || char === '>' || this.#is('&>')) this.#redirect(command);
      else if (char === '(') {
        this.#at++;
        next();
        this.list(')');
        command = { words: [], ...(this.commands.length > 0 && { from: this.commands.at(-1)! }) };
      } else if (char === '|' && this.#text[this.#at + 1] !== '|') {
        this.#at += this.#is('|&') ? 2 : 1;
        // after a subshell its last command is read
        next(command.words.length > 0 ? command : command.from);
      } else if (/[;&|)]/.test(char)) {
        this.#at++;
        next();
      } else {
        const word = this.#word();
        // the number before a redirection
        if (!(/^\d+$/.test(word) && /[<>]/.test(this.#text[this.#at] ?? ''))) command.words.push(word);
      }
    }
    next();
    this.#depth--;
  }

  #is(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }
  #break(): void {
    this.isWhole = false;
    this.#at = this.#text.length;
  }
  /** The text up to a character, which is passed over. */
  #skipTo(char: string): string {
    const to = this.#text.indexOf(char, this.#at),
      text = this.#text.slice(this.#at, to < 0 ? undefined : to);
    this.#at = to < 0 ? this.#text.length : char === '\n' ? to : to + 1;
    if (to < 0 && char !== '\n') this.isWhole = false;
    return text;
  }
  #skipBlanks(): void {
    while (/[ \t]/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #redirect(command: SimpleCommand): void {
    if (this.#is('<(') || this.#is('>(')) {
      this.#at += 2;
      this.list(')');
      command.words.push(HOLE);
      return;
    }
    const operator = /^(?:<<<|<<-?|&>>?|[<>][>&|]?)/.exec(this.#text.slice(this.#at, this.#at + 3))![0];
    this.#at += operator.length;
    this.#skipBlanks();
    const from = this.#at,
      target = this.#word();
    if (operator === '<<<') command.input = target;
    else if (operator === '<') command.input = HOLE;
    else if (operator.startsWith('<<'))
      this.#awaited.push({
        command,
        end: target,
        isQuoted: /["'\\]/.test(this.#text.slice(from, this.#at)),
        isIndented: operator === '<<-',
      });
  }

  /** The here-documents that begin below the line that ended. */
  #readAwaited(): void {
    for (const { command, end, isQuoted, isIndented } of this.#awaited.splice(0)) {
      const lines: string[] = [];
      while (this.#at < this.#text.length) {
        const line = this.#skipTo('\n');
        this.#at++;
        if ((isIndented ? line.replace(/^\t+/, '') : line) === end) break;
        lines.push(line);
      }
      const body = lines.join('\n');
      command.input = isQuoted ? body : this.#nested(body, reader => reader.#quoted(undefined));
    }
  }
  #nested<T>(text: string, read: (reader: Reader) => T): T {
    const reader = new Reader(text, this.commands, this.#depth);
    const result = read(reader);
    this.isWhole &&= reader.isWhole;
    return result;
  }

  #word(): string {
    let word = '';
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined || /[\s;&|()<>]/.test(char)) return word;
      this.#at++;
      if (char === '\\') word += this.#escaped();
      else if (char === "'") word += this.#skipTo("'");
      else if (char === '"') word += this.#quoted('"');
      else if (char === '$') word += this.#expansion();
      else if (char === '`') word += this.#backticks();
      else if (char === '*') word += HOLE;
      else if (char === '{' && /^[^\s{}'"]*(?:,|\.\.)[^\s{}'"]*\}/.test(this.#text.slice(this.#at, this.#at + 1000))) {
        this.#skipTo('}');
        word += HOLE;
      } else word += char;
    }
  }
  #escaped(): string {
    const char = this.#text[this.#at++] ?? '';
    return char === '\n' ? '' : char;
  }

  /** Text in which only expansions and escapes mean something. @param end undefined: to the end of the text */
  #quoted(end: '"' | undefined): string {
    let text = '';
    for (;;) {
      const char = this.#text[this.#at++];
      if (char === end) return text;
      if (char === undefined) {
        this.isWhole = false;
        return text;
      }
      if (char === '\\' && /[$`"\\\n]/.test(this.#text[this.#at] ?? '')) text += this.#escaped();
      else if (char === '$') text += this.#expansion();
      else if (char === '`') text += this.#backticks();
      else text += char;
    }
  }

  /** After a `$`. */
  #expansion(): string {
    const char = this.#text[this.#at] ?? '';
    if (char === '(') {
      this.#at++;
      this.list(')');
      return HOLE;
    }
    if (char === '{') {
      this.#at++;
      this.#braces();
      return HOLE;
    }
    if (char === "'") {
      this.#at++;
      const text = /^(?:[^'\\]|\\[^])*/.exec(this.#text.slice(this.#at))![0];
      this.#at += text.length + 1;
      return text.includes('\\') ? HOLE : text;
    }
    const name = /^(?:[A-Za-z_]\w*|[\d@*#?$!-])/.exec(this.#text.slice(this.#at, this.#at + 200));
    if (!name) return char === '"' ? '' : '$';
    this.#at += name[0].length;
    return HOLE;
  }
  #braces(): void {
    if (++this.#depth > DEEPEST) this.#break();
    for (;;) {
      const char = this.#text[this.#at++];
      if (char === undefined) this.#break();
      if (char === undefined || char === '}') break;
      if (char === '\\') this.#at++;
      else if (char === "'") this.#skipTo("'");
      else if (char === '"') this.#quoted('"');
      else if (char === '$') this.#expansion();
      else if (char === '`') this.#backticks();
    }
    this.#depth--;
  }
  #backticks(): string {
    const text = /^(?:[^`\\]|\\[^])*/.exec(this.#text.slice(this.#at))![0];
    this.#at += text.length + 1;
    if (this.#at > this.#text.length) this.isWhole = false;
    this.#nested(text.replace(/\\([`$\\])/g, '$1'), reader => reader.list());
    return HOLE;
  }
}
