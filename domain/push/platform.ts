/** `userPlatform` of a device. */
export const userPlatforms = ['ANDROID', 'IOS', 'WEB'] as const
export type UserPlatform = (typeof userPlatforms)[number]

/**
 * A browser counts by its system, else as WEB [design/push-21]. An iPad calls itself a Mac; only it has a touch screen.
 */
export const platformOf = (userAgent: string, touchPoints: number): UserPlatform => {
  if (/android/i.test(userAgent)) return 'ANDROID'
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'IOS'
  return /macintosh/i.test(userAgent) && touchPoints > 1 ? 'IOS' : 'WEB'
}
