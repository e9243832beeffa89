import { expect, it } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'
import { loadServerSecret } from './server-secret.ts'

const { db } = await databaseFor(import.meta.url)

it('is one for all nodes and starts, with another key for each purpose [design/accounts-16]', async () => {
  const [one, other] = await Promise.all([
    loadServerSecret(db.request, undefined),
    loadServerSecret(db.request, undefined),
  ])
  expect(one.keyFor('totp')).toEqual(other.keyFor('totp'))
  expect((await loadServerSecret(db.request, undefined)).keyFor('totp')).toEqual(one.keyFor('totp'))
  expect(one.keyFor('totp')).toHaveLength(32)
  expect(one.keyFor('totp')).not.toEqual(one.keyFor('recovery-codes'))
})

it('is the operator’s SECRET where there is one', async () => {
  const [own, same, other] = await Promise.all([
    loadServerSecret(db.request, 'a secret of 32 signs or more, said'),
    loadServerSecret(db.request, 'a secret of 32 signs or more, said'),
    loadServerSecret(db.request, 'another one'),
  ])
  expect(own.keyFor('totp')).toEqual(same.keyFor('totp'))
  expect(own.keyFor('totp')).not.toEqual(other.keyFor('totp'))
  expect(own.keyFor('totp')).not.toEqual((await loadServerSecret(db.request, undefined)).keyFor('totp'))
})
