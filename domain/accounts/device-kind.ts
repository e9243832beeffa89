export const deviceKinds = ['phone', 'tablet', 'computer'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** In this order: a phone with Android also says Linux, an iPhone also says Mac OS X. */
const kinds: readonly (readonly [DeviceKind, RegExp])[] = [
  ['tablet', /\biPad\b|\bTablet\b/],
  ['phone', /\biPhone\b|\biPod\b|\bAndroid\b.*\bMobile\b|\bMobile\b.*\bFirefox\b/],
  ['tablet', /\bAndroid\b/],
  ['computer', /\bWindows\b|\bMac OS X\b|\bCrOS\b|\bLinux\b/],
]

/**
 * The kind of device that a user agent names; null: it names none. A claim of the client, shown and never decided on.
 */
export const deviceKind = (userAgent: string): DeviceKind | null =>
  kinds.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
