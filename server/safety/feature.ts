import { safetyApi, safetyDeskApi } from '@remis/domain/safety/safety-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { addAlertNote, closeAlert, getAlert, listAlerts, listUrgent, takeAlert } from './manage-alerts.ts'
import { answerQuestion, pressPanic, readOwnSafety } from './press-panic.ts'
import type { SafetyDeps } from './safety-deps.ts'
import { makeEscalation, makeTripWatch } from './watch-trips.ts'

export const safety: Feature<SafetyDeps> = {
  endpoints: [
    ...serve<SafetyDeps, typeof safetyApi>(safetyApi, {
      read: readOwnSafety,
      panic: pressPanic,
      answer: answerQuestion,
    }),
    ...serve<SafetyDeps, typeof safetyDeskApi>(safetyDeskApi, {
      list: listAlerts,
      urgent: listUrgent,
      get: getAlert,
      take: takeAlert,
      note: addAlertNote,
      close: closeAlert,
    }),
  ],
  sweeps: (app) => ({
    'unusual trips': { everyMs: 30_000, run: makeTripWatch(app) },
    'unanswered safety questions': { everyMs: 5000, run: makeEscalation(app) },
  }),
}
