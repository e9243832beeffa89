import { describe, expect, it } from 'vitest'
import { mailEndsPasskeys, proofOf, type ProvedAccount } from './first-proof.ts'

const account: ProvedAccount = { role: 'rider', emailConfirmed: false, mobileConfirmed: false, hasOtherWay: true }

describe('what a contact proves alone [design/accounts-131]', () => {
  it.each<[string, Partial<ProvedAccount>, ReturnType<typeof proofOf>]>([
    ['a confirmed phone', { mobileConfirmed: true }, 'known'],
    ['a confirmed phone beside a confirmed email', { mobileConfirmed: true, emailConfirmed: true }, 'known'],
    ['a phone where nothing is confirmed', {}, 'first'],
    ['a phone beside a confirmed email', { emailConfirmed: true }, 'foreign'],
    ['a phone of the office that has another way in', { role: 'admin' }, 'foreign'],
    ['the only way in of a fleet admin', { role: 'fleetadmin', hasOtherWay: false }, 'first'],
  ])('%s', (_, more, proof) => {
    expect(proofOf('mobile', { ...account, ...more }, true)).toBe(proof)
  })

  it.each<[string, Partial<ProvedAccount>, boolean, ReturnType<typeof proofOf>]>([
    ['a confirmed email', { emailConfirmed: true, mobileConfirmed: true }, true, 'known'],
    ['an email where nothing is confirmed', {}, true, 'first'],
    ['an email beside a confirmed phone', { mobileConfirmed: true }, true, 'foreign'],
    ['an email beside a confirmed phone that cannot sign in', { mobileConfirmed: true }, false, 'first'],
  ])('%s', (_, more, phoneSignsIn, proof) => {
    expect(proofOf('email', { ...account, ...more }, phoneSignsIn)).toBe(proof)
  })

  it('a mail ends no passkey of the office', () => {
    expect((['rider', 'driver', 'fleetadmin', 'admin'] as const).filter(mailEndsPasskeys)).toEqual(['rider', 'driver'])
  })
})
