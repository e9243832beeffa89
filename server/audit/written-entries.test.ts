import { auditActions, auditKinds, auditLists, auditTextOf } from '@remis/domain/audit/audit-entries'
import { english } from '@remis/domain/texts/english'
import { describe, expect, it } from 'vitest'
import { entryCount, writtenActions, writtenSubjects } from './written-entries.ts'

describe('the lists of actions and objects that the audit log is filtered by [backoffice-20]', () => {
  it('are those that the code writes', () => {
    expect(writtenActions.names).toEqual(auditActions.toSorted())
    expect(writtenSubjects.names).toEqual([...auditKinds, ...Object.keys(auditLists)].toSorted())
  })

  it('are compared with every entry of the code', () => {
    expect([writtenActions.count, writtenSubjects.count]).toEqual([entryCount, entryCount])
    expect([...writtenActions.unknown, ...writtenSubjects.unknown]).toEqual([])
  })

  it('have a text each', () => {
    const has = (key: string) => Object.hasOwn(english, key)
    expect(auditActions.filter((action) => auditTextOf(action, has) === null)).toEqual([])
    expect(auditKinds.filter((kind) => !has(`audit_kind_${kind}`))).toEqual([])
    expect(Object.values(auditLists).filter((key) => !has(key))).toEqual([])
  })
})
