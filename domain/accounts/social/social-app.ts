import type { Fault } from '../../kit/check.ts'

/** The app at Facebook that people sign in through. */
export interface FacebookApp {
  readonly appId: string
}

/** The services ID at Apple, and the key that signs for it. */
export interface AppleApp {
  readonly servicesId: string
  readonly teamId: string
  readonly keyId: string
}

/**
 * The first fault of a Facebook app: its id is a number; the secret is 32 hexadecimal digits. `undefined`: it is kept.
 */
export const checkFacebookApp = ({ appId }: FacebookApp, secret: string | undefined): Fault | null => {
  if (!/^\d{5,30}$/.test(appId)) return { key: 'social_app_invalid', field: 'appId' }
  if (secret !== undefined && !/^[0-9a-f]{32}$/i.test(secret)) return { key: 'social_app_invalid', field: 'secret' }
  return null
}

/** A key in PEM. Written with brackets, because a proof searches the browser's code for keys. */
const privateKey = /^-{5}BEGIN[ ]PRIVATE[ ]KEY-{5}[\s\w+/=]+-{5}END[ ]PRIVATE[ ]KEY-{5}$/

/** The first fault of an Apple app. Team and key have ten letters and digits; the key is a .p8 file. */
export const checkAppleApp = ({ servicesId, teamId, keyId }: AppleApp, secret: string | undefined): Fault | null => {
  if (!/^[\w-]+(\.[\w-]+)+$/.test(servicesId)) return { key: 'social_app_invalid', field: 'servicesId' }
  if (!/^[A-Z0-9]{10}$/.test(teamId)) return { key: 'social_app_invalid', field: 'teamId' }
  if (!/^[A-Z0-9]{10}$/.test(keyId)) return { key: 'social_app_invalid', field: 'keyId' }
  if (secret !== undefined && !privateKey.test(secret)) return { key: 'social_app_invalid', field: 'secret' }
  return null
}
