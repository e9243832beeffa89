import type { HumanQuestion } from '@remis/domain/accounts/human-check/human-check-api'
import { findAnswer } from '@remis/domain/accounts/human-check/proof-of-work'

/** The answer that a page sends with a call that asks for a code. */
export const answerOf = ({ question, bits }: Pick<HumanQuestion, 'question' | 'bits'>) => ({
  question,
  answer: findAnswer(question, bits),
})
