import { createHmac, timingSafeEqual } from 'node:crypto'
import { AtlasError } from '../atlas-error.ts'

/** The content of a place id. It needs no look-up and stays valid after an import. Degrees. */
export interface PlaceRef {
  readonly kind: 'street' | 'poi' | 'area' | 'house' | 'corner'
  readonly lat: number
  readonly lng: number
  readonly label: string
}

const VERSION = 1
const SIGNATURE_BYTES = 16
const KINDS = ['street', 'poi', 'area', 'house', 'corner'] as const

/** Makes and reads signed place ids: base64url of [version, kind, lat, lng, label], a dot, a truncated HMAC-SHA-256. */
export class PlaceIds {
  readonly #key: Buffer

  /** @param secret the server's secret; the key is derived from it for this purpose only */
  constructor(secret: string | Uint8Array) {
    this.#key = createHmac('sha256', secret).update('atlas place id').digest()
  }

  sign({ kind, lat, lng, label }: PlaceRef): string {
    const body = JSON.stringify([
      VERSION,
      KINDS.indexOf(kind),
      Number(lat.toFixed(7)),
      Number(lng.toFixed(7)),
      label.slice(0, 200),
    ])
    const payload = Buffer.from(body).toString('base64url')
    return `${payload}.${this.#signature(payload).toString('base64url')}`
  }

  /** @throws AtlasError BAD_INPUT when the id was not made with this secret */
  read(placeId: string): PlaceRef {
    const [payload = '', signature = '', ...rest] = placeId.split('.')
    const given = Buffer.from(signature, 'base64url')
    const expected = this.#signature(payload)
    // The text is compared too: base64url has several spellings of the same bytes.
    const genuine = rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
    if (!genuine || expected.toString('base64url') !== signature)
      throw new AtlasError('BAD_INPUT', 'This place id is not known.')
    const [version, kind, lat, lng, label] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
      number,
      number,
      number,
      number,
      string,
    ]
    if (version !== VERSION)
      throw new AtlasError('BAD_INPUT', 'This place id is from another version. Choose the place again.')
    return { kind: KINDS[kind]!, lat, lng, label }
  }

  #signature(payload: string): Buffer {
    return createHmac('sha256', this.#key).update(payload).digest().subarray(0, SIGNATURE_BYTES)
  }
}
