import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { Platform } from '../platform/http/use-case.ts'
import type { Storage } from '../providers/storage/storage.ts'
import type { PictureDecoding } from './normalize-picture.ts'

export interface FilesDeps extends Platform {
  readonly settings: SettingsCache
  readonly storage: Storage
  readonly pictures: PictureDecoding
}
