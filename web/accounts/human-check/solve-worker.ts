import { findAnswer } from '@remis/domain/accounts/human-check/proof-of-work'
import type { HumanQuestion } from '@remis/domain/accounts/human-check/human-check-api'

addEventListener('message', ({ data }: MessageEvent<Pick<HumanQuestion, 'question' | 'bits'>>) => {
  postMessage(findAnswer(data.question, data.bits))
})
