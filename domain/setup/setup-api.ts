import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { lineText, text } from '../kit/schema.ts'
import { setupRoutes } from './setup-routes.ts'
import { mostName } from '../people/first-name.ts'

/** From the link that the start of a new installation prints [design/access-76]. */
const token = text(100)

/** Bounds size and type only: `checkSetUp` checks the content. */
export const setUpForm = z.strictObject({
  token,
  firstName: lineText(mostName),
  lastName: lineText(mostName),
  email: text(254),
  password: text(200),
  company: lineText(100),
  /** ISO 3166 alpha-2 */
  country: text(2),
  /** ISO 4217 */
  currency: text(3),
  decimals: z.int().min(0).max(9),
  /** IANA */
  timezone: text(100),
  /** BCP 47, a built-in language */
  language: text(20),
})

export const setupApi = {
  check: endpoint(setupRoutes.check, {
    summary: 'Whether a set-up link is still open, and what its form begins with: the facts of the map in use',
    relation: 'none',
    rate: 'sign-in',
    body: z.strictObject({ token }),
    reply: z.object({
      state: z.enum(['open', 'closed']),
      /** what the form begins with; null for a closed link */
      proposed: z
        .object({
          /** name of the map */
          map: z.string(),
          country: z.string().nullable(),
          currency: z.string().nullable(),
          decimals: z.int().nullable(),
          timezone: z.string().nullable(),
          language: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
  finish: endpoint(setupRoutes.finish, {
    summary: 'Sets a new installation up with a set-up link: its first admin and its settings',
    relation: 'none',
    rate: 'sign-in',
    body: setUpForm,
    reply: z.object({ state: z.enum(['done', 'closed']) }),
  }),
}
