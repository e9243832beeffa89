import { join } from 'node:path'
import type { Config } from '../../platform/runtime/config.ts'
import { diskStorage } from './disk-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage-provider.ts'

/** A bucket when the operator named one, else a folder below `DATA_DIR`. */
export const openStorage = ({ s3, dataDir }: Config): Storage =>
  s3 === undefined ? diskStorage(join(dataDir, 'files')) : s3Storage(s3)
