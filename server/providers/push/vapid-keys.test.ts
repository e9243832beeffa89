import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { loadServerSecret } from '../../platform/sessions/server-secret.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { vapidKeys } from './vapid-keys.ts'

const { db } = await databaseFor(import.meta.url)
const keysOf = async (secret: string | undefined) => vapidKeys(await loadServerSecret(db.request, secret))

it('are the same on every node and after a restart, and others with another secret [design/push-3]', async () => {
  const [one, other] = await Promise.all([keysOf(undefined), keysOf(undefined)])
  expect(other).toEqual(one)
  expect(await keysOf(undefined)).toEqual(one)
  const own = await keysOf('a secret of 32 signs or more, said')
  expect(await keysOf('a secret of 32 signs or more, said')).toEqual(own)
  expect(own.publicKey).not.toBe(one.publicKey)
})

it('are a pair on P-256, as push services expect it', async () => {
  const { publicKey, privateKey } = await keysOf(undefined)
  const point = Buffer.from(publicKey, 'base64url')
  expect([point.length, point[0]]).toEqual([65, 4])
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const text = Buffer.from('signed')
  const signature = sign('sha256', text, createPrivateKey({ key: { ...jwk, d: privateKey }, format: 'jwk' }))
  expect(verify('sha256', text, createPublicKey({ key: jwk, format: 'jwk' }), signature)).toBe(true)
})
