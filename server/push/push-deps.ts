import { z } from 'zod'
import type { LanguagesCache } from '../backoffice/languages/languages-cache.ts'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { Platform } from '../platform/http/use-case.ts'
import { secretBox, type SecretBox } from '../platform/security/secret-box.ts'
import type { PushServices, PushTarget } from '../providers/push/push-provider.ts'

export interface PushDeps extends Platform {
  readonly settings: SettingsCache
  readonly languages: LanguagesCache
  readonly pushes: PushServices
}

/** Encrypts the addresses of devices: anyone with an address can send to the device. */
export const deviceBox = ({ secret }: Pick<Platform, 'secret'>): SecretBox => secretBox(secret.keyFor('push-devices'))

const target = z.custom<PushTarget>((value) => typeof value === 'object' && value !== null && 'kind' in value)

/**
 * undefined: the address was encrypted with another `SECRET`, and its browser has to subscribe again [design/push-3].
 */
export const openDevice = (app: Pick<Platform, 'secret'>, sealed: string): PushTarget | undefined =>
  target.safeParse(deviceBox(app).open({ sealed })).data
