import { auditKinds, auditLists, auditTextOf } from '@remis/domain/audit/audit-entries'
import type { TFunction } from 'i18next'
import { i18n } from '../platform/i18n.ts'

/** An action in the reader's language; one without a text by its name in the log. */
export const actionText = (t: TFunction, action: string): string => {
  const key = auditTextOf(action, (one) => i18n.exists(one))
  return key === null ? action : t(key as 'audit_person_add')
}

const isKind = (kind: string): kind is (typeof auditKinds)[number] => (auditKinds as readonly string[]).includes(kind)
const isList = (name: string): name is keyof typeof auditLists => Object.hasOwn(auditLists, name)

/** The name of a kind of objects or of a list; null: it is neither. */
const kindText = (t: TFunction, kind: string): string | null =>
  isKind(kind) ? t(`audit_kind_${kind}`) : isList(kind) ? t(auditLists[kind]) : null

/** `booking:7K3M9QX2AB` as its kind and id; the name of a list has no id. */
export const subjectParts = (t: TFunction, subject: string): { readonly kind: string; readonly id: string } => {
  const [kind = '', ...id] = subject.split(':')
  return { kind: kindText(t, kind) ?? kind, id: id.join(':') }
}

/** An action for a list of all actions: with the kind of object, since many actions share a text. */
export const actionOfKind = (t: TFunction, action: string): string => {
  const [of = ''] = action.split('.')
  const kind = kindText(t, of === 'person' ? 'user' : of)
  return [actionText(t, action), ...(kind === null ? [] : [kind])].join(' · ')
}
