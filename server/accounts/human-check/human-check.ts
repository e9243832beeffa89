import type { HumanCheck } from '@remis/domain/accounts/human-check/human-check-api'
import { isAnswer } from '@remis/domain/accounts/human-check/proof-of-work'
import type { phoneApi } from '@remis/domain/accounts/phone/phone-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { checkSignedToken, claimedSubject, makeSignedToken } from '../two-factor/signed-token.ts'
import { takeSignedToken } from '../two-factor/used-token-store.ts'

const purposeOf = ({ secret }: Pick<Platform, 'secret'>) => ({ secret, name: 'human-check', bound: '' })

/** A question costs no row until it is answered: its token carries the bits and the time (ms) [design/accounts-94]. */
export const askHumanCheck: UseCase<Platform, typeof phoneApi.humanCheck> = (app) => {
  const { bits, leastMs, validSeconds } = app.config.limits.humanCheck
  const now = Date.now()
  const question = makeSignedToken(purposeOf(app), `${bits}-${now}`, validSeconds, now)
  return Promise.resolve({ question, bits, notBefore: leastMs, validFor: validSeconds * 1000 })
}

/**
 * Refuses a call without an answer of the page with `human_check_failed`, and uses the answer up. The same error,
 * whether it is forged, late, early, wrong or used [design/accounts-94].
 */
export const takeHumanCheck = async (app: Platform, check: HumanCheck): Promise<void> => {
  const refused = () => new AppError(422, 'human_check_failed')
  if (check === undefined) throw refused()
  const { question, answer } = check
  const now = Date.now()
  const expiresAt = checkSignedToken(purposeOf(app), question, now)
  if (expiresAt === undefined) throw refused()
  const [bits, askedAt] = claimedSubject(question).split('-').map(Number)
  if (now < Number(askedAt) + app.config.limits.humanCheck.leastMs) throw refused()
  if (!isAnswer(question, Number(bits), answer)) throw refused()
  if (!(await app.db.transact((tx) => takeSignedToken(tx, question, expiresAt)))) throw refused()
}
