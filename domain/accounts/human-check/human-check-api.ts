import { z } from 'zod'
import { text } from '../../kit/schema.ts'

/** The answer to a question of `/api/human-checks`; without one the call answers `human_check_failed`. */
export const humanCheck = z.strictObject({ question: text(200), answer: z.int().min(0).max(4_294_967_295) }).optional()
export type HumanCheck = z.output<typeof humanCheck>

export const humanQuestion = z.object({
  question: z.string(),
  /** zero bits that the hash begins with */
  bits: z.int(),
  /** ms: the answer is refused before, and after */
  notBefore: z.int(),
  validFor: z.int(),
})
export type HumanQuestion = z.output<typeof humanQuestion>
