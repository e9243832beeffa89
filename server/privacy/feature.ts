import type { Feature } from '../platform/runtime/feature.ts'
import type { PrivacyDeps } from './privacy-deps.ts'
import { removeOld } from './remove-expired.ts'

export const privacy: Feature<PrivacyDeps> = {
  sweeps: (app) => ({
    'what is kept for a time': { everyMs: 600_000, run: () => removeOld(app) },
  }),
}
