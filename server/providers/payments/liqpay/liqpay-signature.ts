import { createHash } from 'node:crypto'
import type { LiqpayConfig } from '../../../platform/runtime/gateway-variables.ts'
import { isSameText } from '../same-text.ts'
import { readJson } from '../../read-json.ts'

/** base64 of the digest over key, data and key: SHA3-256 in version 7, SHA-1 in version 3. */
export const liqpaySignature = (
  data: string,
  { privateKey, version }: Pick<LiqpayConfig, 'privateKey' | 'version'>,
): string =>
  createHash(version === 7 ? 'sha3-256' : 'sha1')
    .update(privateKey + data + privateKey)
    .digest('base64')

/** The two fields of every request to LiqPay: JSON as base64, and its signature. */
export const signForLiqpay = (
  fields: Readonly<Record<string, string | number>>,
  config: LiqpayConfig,
): { readonly data: string; readonly signature: string } => {
  const all = { version: config.version, public_key: config.publicKey, ...fields }
  const data = Buffer.from(JSON.stringify(all)).toString('base64')
  return { data, signature: liqpaySignature(data, config) }
}

/** Whether LiqPay signed this data, with the digest of the version that is set. */
export const isFromLiqpay = (data: string, signature: string, config: LiqpayConfig): boolean =>
  isSameText(signature, liqpaySignature(data, config))

/** What LiqPay's data says; undefined: it is no JSON. */
export const decodeLiqpay = (data: string): unknown => readJson(Buffer.from(data, 'base64').toString('utf8'))
