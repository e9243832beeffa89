const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Browser and system of a user agent, in the words their makers use; null for one that names neither. */
export const deviceOf = (userAgent: string): string | null => {
  const found = [browsers, systems].flatMap((names) => {
    const name = names.find(([, pattern]) => pattern.test(userAgent))
    return name === undefined ? [] : [name[0]]
  })
  return found.length === 0 ? null : found.join(' · ')
}
