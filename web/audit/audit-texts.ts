import { auditKinds, auditTextOf } from '@remis/domain/audit/audit-entries'
import type { TFunction } from 'i18next'
import { i18n } from '../platform/i18n.ts'

/** An action in the reader's language; one without a text by its name in the log. */
export const actionText = (t: TFunction, action: string): string => {
  const key = auditTextOf(action, (one) => i18n.exists(one))
  return key === null ? action : t(key as 'audit_person_add')
}

const isKind = (kind: string): kind is (typeof auditKinds)[number] => (auditKinds as readonly string[]).includes(kind)

/** `booking:7K3M9QX2AB` as its kind and id; the name of a list has no id. */
export const subjectParts = (t: TFunction, subject: string): { readonly kind: string; readonly id: string } => {
  const [kind = '', ...id] = subject.split(':')
  return { kind: isKind(kind) ? t(`audit_kind_${kind}`) : kind, id: id.join(':') }
}
