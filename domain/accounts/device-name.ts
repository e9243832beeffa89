/** In this order: many browsers also claim to be Chrome or Safari. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]

/** In this order: Android also says Linux, an iPhone also says Mac OS X. */
const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * 'Firefox · Windows' of a user agent, the same in every language; its first word where neither part is known, else
 * '–'.
 */
export const deviceName = (userAgent: string): string => {
  const find = (known: typeof browsers) => known.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' · ') : (/^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? '–')
}
