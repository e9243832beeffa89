import { expect, it } from 'vitest'
import { limits } from '../platform/runtime/limits.ts'
import { passwordHashing } from './password-hashing.ts'

it('hashes by argon2id with a random salt and matches only the password', async () => {
  const passwords = passwordHashing(limits.password)
  const [one, two] = await Promise.all([passwords.hash('abc*123', 'known'), passwords.hash('abc*123', 'known')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await passwords.matches(one, 'abc*123', 'known')).toBe(true)
  expect(await passwords.matches(one, 'abc*124', 'known')).toBe(false)
  expect(await passwords.matches(null, 'a password of no account', 'strangers')).toBe(false)
})

it('runs one stranger at a time, queues some and refuses the rest with Retry-After', async () => {
  const passwords = passwordHashing({ ...limits.password, queue: 3 })
  const results = await Promise.allSettled(Array.from({ length: 9 }, () => passwords.hash('abc*123', 'strangers')))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(4)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(5)
  for (const { reason } of refused)
    expect(reason).toMatchObject({ status: 503, key: 'busy_try_again', extra: { retryAfter: 2 } })
  await expect(passwords.hash('abc*123', 'strangers')).resolves.toMatch(/argon2id/)
})

it('has separate queues for known callers and strangers [design/accounts-144]', async () => {
  const passwords = passwordHashing({ ...limits.password, queue: 3 })
  for (const [many, one] of [
    ['strangers', 'known'],
    ['known', 'strangers'],
  ] as const) {
    const flood = Promise.allSettled(Array.from({ length: 9 }, () => passwords.hash('abc*123', many)))
    await expect(passwords.hash('abc*123', one)).resolves.toMatch(/argon2id/)
    await flood
  }
})
