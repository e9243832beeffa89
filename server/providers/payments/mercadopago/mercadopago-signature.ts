import { createHmac } from 'node:crypto'
import type { RawRequest } from '../payments-provider.ts'
import { isSameText } from '../same-text.ts'

/**
 * Whether a notification comes from Mercado Pago. It signs the id of the address, in lower case, but not the body, so
 * what the notification is about must be looked up.
 */
export const isFromMercadopago = (
  secret: string,
  { headers, query }: Pick<RawRequest, 'headers' | 'query'>,
): boolean => {
  const parts = new Map(
    (headers.get('x-signature') ?? '').split(',').map((part) => {
      const [name = '', ...value] = part.split('=')
      return [name.trim(), value.join('=').trim()] as const
    }),
  )
  const signed = [
    ['id', query.get('data.id')?.toLowerCase()],
    ['request-id', headers.get('x-request-id')],
    ['ts', parts.get('ts')],
  ] as const
  const manifest = signed.flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value};`])).join('')
  return isSameText(parts.get('v1') ?? '', createHmac('sha256', secret).update(manifest).digest('hex'))
}
