import { noticesApi } from '@remis/domain/notices/notices-api'
import { serve, type Platform } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { deleteOldNotices } from './notice-store.ts'
import { listNotices, readUnread, markNoticesSeen } from './own-notices.ts'
import { renderNotices } from './render-notice.ts'

export const notices: Feature<Platform> = {
  endpoints: serve<Platform, typeof noticesApi>(noticesApi, {
    list: listNotices,
    unread: readUnread,
    markSeen: markNoticesSeen,
  }),
  views: (app) => {
    const view = renderNotices(app)
    return { notice: ({ subject }, viewer) => view(subject, viewer) }
  },
  sweeps: ({ db, config }) => ({
    'old notices': { everyMs: 600_000, run: () => deleteOldNotices(db.jobs, config.limits.notices) },
  }),
}
