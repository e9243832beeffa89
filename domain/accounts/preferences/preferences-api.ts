import { z } from 'zod'
import { endpoint } from '../../kit/endpoint.ts'
import { text } from '../../kit/schema.ts'
import { colorSchemes, densities, preferencesRoutes } from './preferences-routes.ts'

/** What a person chose about the look of the app; null: nothing, so that each browser decides. */
export const preferences = z.object({
  /** of mails and SMS too */
  language: z.string().nullable(),
  colorScheme: z.enum(colorSchemes).nullable(),
  density: z.enum(densities).nullable(),
})
export type Preferences = z.output<typeof preferences>

export const preferencesApi = {
  change: endpoint(preferencesRoutes.change, {
    summary: 'Remembers language, light or dark, and density of tables; what is not sent stays',
    relation: 'self',
    rate: 'write',
    // accounts of a demo are shared
    refusedInDemo: true,
    beforeTwoFactor: true,
    body: z
      .strictObject({
        /** code of a language of the operator */
        language: text(40).nullable(),
        /** of the page of a sign-in: stored where the account has no language; ignored where it is not offered */
        pageLanguage: text(40),
        colorScheme: z.enum(colorSchemes).nullable(),
        density: z.enum(densities).nullable(),
      })
      .partial(),
    reply: z.object({ preferences }),
  }),
}
