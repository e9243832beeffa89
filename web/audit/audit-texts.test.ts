import { auditActions } from '@remis/domain/audit/audit-entries'
import { english } from '@remis/domain/texts/english'
import type { TFunction } from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { i18n } from '../platform/i18n.ts'
import { actionOfKind, actionText, subjectParts } from './audit-texts.ts'

beforeAll(async () => {
  await i18n.init({
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    defaultNS: 'translations',
    ns: ['translations'],
    resources: { en: { translations: english } } as never,
  })
})

const t = ((key: string) => english[key as keyof typeof english]) as unknown as TFunction

it.each([
  ['car-type.add', 'Added · Car type'],
  ['person.update', 'Changed · Person'],
  ['fleet-admins.export', 'List exported · Fleet admins'],
  ['trip-code.reveal', 'Trip code revealed'],
])('names the action %s in the filter "%s" [backoffice-20]', (action, text) => {
  expect(actionOfKind(t, action)).toBe(text)
})

it('shows no action of the filter by its name in the log, and no two alike', () => {
  expect(auditActions.filter((action) => actionText(t, action) === action)).toEqual([])
  const texts = auditActions.map((action) => actionOfKind(t, action))
  expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([])
})

it.each([
  ['booking:7K3M9QX2AB', { kind: 'Booking', id: '7K3M9QX2AB' }],
  ['driver-earnings', { kind: 'Driver earnings', id: '' }],
  ['of-an-earlier-version:1', { kind: 'of-an-earlier-version', id: '1' }],
])('reads the object %s', (subject, parts) => {
  expect(subjectParts(t, subject)).toEqual(parts)
})
