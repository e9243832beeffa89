import { z } from 'zod'
import type { Config } from '../../platform/runtime/config.ts'
import type { LicenseVerifier } from './license-provider.ts'

const replySchema = z.object({ success: z.boolean() })

/** null: the operator has configured none. Follows no redirect, so that the code goes to no other host. */
export const openLicenseVerifier = ({ baseSettings, limits }: Config): LicenseVerifier | null =>
  baseSettings === undefined
    ? null
    : {
        verify: async ({ reqType, license }) => {
          // [settings-13]
          const body = {
            projectId: baseSettings.project,
            createTime: new Date().toISOString(),
            reqType,
            ...(license === '' ? {} : { license }),
          }
          try {
            const reply = await fetch(baseSettings.url, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body),
              redirect: 'error',
              signal: AbortSignal.timeout(limits.licenseMs),
            })
            return replySchema.parse(await reply.json()).success ? 'accepted' : 'refused'
          } catch (error) {
            return { noAnswer: error }
          }
        },
      }
