import { auditApi } from '@remis/domain/audit/audit-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { exportAudit, listAudit, readSeal, type AuditDeps } from './list-audit.ts'

export const audit: Feature<AuditDeps> = {
  endpoints: serve<AuditDeps, typeof auditApi>(auditApi, { list: listAudit, export: exportAudit, seal: readSeal }),
}
