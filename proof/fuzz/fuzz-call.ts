import type { Sent } from './wire.ts'

/** One call to one endpoint, and what may be asked of its answer. */
export interface FuzzCase extends Sent {
  readonly kind: 'valid' | 'bent' | 'raw'
  readonly caller: string
  /** false: the schemas refuse it, so must the server. undefined: nobody knows */
  readonly fits: boolean | undefined
  /** Is it this endpoint that answers? A bent path may lead elsewhere. */
  readonly here: boolean
}
