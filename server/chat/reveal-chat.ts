import type { chatApi } from '@remis/domain/chat/chat-api'
import { AppError } from '@remis/domain/messages/app-error'
import { addAudit } from '../platform/database/audit.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { revealAction } from './chat-access.ts'
import type { ChatDeps } from './chat-deps.ts'
import { listMessages } from './chat-store.ts'
import { viewPage } from './view-chat.ts'

/**
 * Shows a chat to an admin who gives a reason. What is shown and the audit row are one transaction: no audit, no chat
 * [design/chat-9].
 */
export const revealChat: UseCase<ChatDeps, typeof chatApi.reveal> = async (app, call) => {
  const { who, address, params, body } = call
  const reason = body.reason.trim()
  if (reason === '') throw new AppError(422, 'reason_missing', { fields: { reason: 'empty' } })
  const { timezone } = await app.settings.current()
  const { pageRows: most } = app.config.limits.chat
  return call.commit(async (tx) => {
    const rows = await listMessages(tx, params.id, { before: body.before, most })
    await addAudit(tx, {
      actor: who,
      address,
      action: revealAction,
      subject: `booking:${params.id}`,
      data: { reason, messages: rows.length },
    })
    return viewPage(rows, most, timezone)
  })
}
