import type { Sent } from './wire.ts'

/** One call to one endpoint, and what its answer must satisfy. */
export interface FuzzCase extends Sent {
  readonly kind: 'valid' | 'bent' | 'raw'
  readonly caller: string
  /** false: the schemas refuse it, so must the server. undefined: not known */
  readonly fits: boolean | undefined
  /** Whether this endpoint answers; a changed path may lead elsewhere. */
  readonly here: boolean
}
