/**
 * Whether code that a failure is about is there and does not fit: built for something else, of another version or one that nobody has, without what it
 * links to, without its types. To add it once more does not help, so it is another cause than code that is not there. Data and one question.
 */
export function isUnfit(text: string): boolean {
  return UNFIT.test(text.slice(0, CHARS_MAX));
}

const CHARS_MAX = 20_000;
const UNFIT =
  /manifest definition does not match|\berror loading module\b|\bdlopen failed\b|cannot locate symbol|undefined symbol: |symbol not found in flat namespace|not properly (?:installed|built)|stubs not installed|No implementations provided for|is being loaded, but|was compiled (?:with|against|for) (?:a )?(?:different|an older|another)|NODE_MODULE_VERSION|wrong ELF class|incompatible architecture|invalid ELF header|Could not find a declaration file for|\bbut version of\b|\bis too old\b|compatible versions for|package downgrade|conflicting dependencies|dependency conflict|unmet peer|version solving failed|No matching version found|NoSuchMethodError|NoSuchFieldError|IncompatibleClassChangeError/i;
