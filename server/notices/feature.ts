import type { Platform } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { renderNotices } from './render-notice.ts'

export const notices: Feature<Platform> = {
  views: (app) => {
    const view = renderNotices(app)
    return { notice: ({ subject }, viewer) => view(subject, viewer) }
  },
}
