import { sql } from 'kysely'

/**
 * Of the row `t` of ledger_transactions: what a debt was made for. The posting of a debt names it; the posting that
 * collects it names the debt.
 */
export const owedFor = sql`case t.kind when 'debt' then t.reference
  when 'debt-collected' then (select d.reason from debts d where d.id = t.reference::uuid) end`
