import { createHmac, timingSafeEqual } from 'node:crypto'
import { MapsError } from '../maps-provider.ts'

const SIGNATURE_BYTES = 16
/** The calls take at most 2000 characters [places-6]. */
const MOST = 2000

/**
 * Place ids of outside services: the service, the id it gave, a truncated HMAC-SHA-256, joined by "~". Ids of the
 * embedded engine have none of these and are signed by it.
 */
export class OutsidePlaceIds {
  readonly #key: Buffer

  constructor(secret: Uint8Array) {
    this.#key = createHmac('sha256', secret).update('outside place id').digest()
  }

  /** undefined: the id is too long for the calls. */
  sign(service: string, id: string): string | undefined {
    const payload = `${service}~${Buffer.from(id).toString('base64url')}`
    const signed = `${payload}~${this.#signature(payload)}`
    return signed.length <= MOST ? signed : undefined
  }

  /** null: not an id of an outside service. @throws MapsError BAD_INPUT for a forged one */
  read(placeId: string): { readonly service: string; readonly id: string } | null {
    const [service = '', id = '', signature = '', ...rest] = placeId.split('~')
    if (signature === '' || rest.length > 0) return null
    const expected = Buffer.from(this.#signature(`${service}~${id}`))
    const given = Buffer.from(signature)
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new MapsError('BAD_INPUT', 'This place id is not known.')
    return { service, id: Buffer.from(id, 'base64url').toString() }
  }

  #signature(payload: string): string {
    return createHmac('sha256', this.#key).update(payload).digest().subarray(0, SIGNATURE_BYTES).toString('base64url')
  }
}
