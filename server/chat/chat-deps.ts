import type { FilesDeps } from '../files/files-deps.ts'
import type { Broadcaster } from '../platform/live/broadcaster.ts'

export interface ChatDeps extends FilesDeps {
  readonly live: Broadcaster
}
