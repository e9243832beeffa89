import { cancelReasonsCalls, cancelReasonSorts } from '@remis/domain/backoffice/backoffice-routes'
import { cancelReasonRoles, checkCancelReason } from '@remis/domain/backoffice/cancel-reason'
import type { ManagedCancelReason } from '@remis/domain/backoffice/cancel-reasons-api'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { useDemo } from '../platform/list/demo.tsx'
import { EditableList } from '../platform/list/EditableList.tsx'
import { useList } from '../platform/list/use-list.ts'
import type { FormField } from '../ui/form/form-fields.ts'

const reasonList = {
  key: ['cancel-reasons'],
  endpoint: cancelReasonsCalls.listAll,
  file: cancelReasonsCalls.export,
  sorts: cancelReasonSorts,
  usual: { sort: 'value', desc: false },
  filters: { role: cancelReasonRoles },
  // [backoffice-9]
  pageRows: 10,
} as const

/** `/cancelreasons`: the table of cancellation reasons, edited only while critical edits are on [settings-21]. */
export const CancelReasonsPage = () => {
  const { t } = useTranslation()
  const demo = useDemo()
  const roles = cancelReasonRoles.map((value) => ({ value, label: t(`reason_role_${value}`) }))
  const fields: FormField<ManagedCancelReason>[] = [
    { name: 'label', kind: 'text', label: t('reason_label'), required: true, most: 100 },
    { name: 'roles', kind: 'checks', label: t('reason_roles'), required: true, choices: roles },
  ]
  return (
    <EditableList
      name="cancel-reasons"
      list={useList(reasonList)}
      title={t('reasons')}
      searchLabel={t('reasons_search')}
      addLabel={t('reasons_add')}
      empty={{ title: t('no_data_available'), hint: t('reasons_none_hint') }}
      columns={[
        { id: 'label', header: t('reason_label'), kind: 'text' },
        { id: 'value', header: t('reason_value'), kind: 'number' },
        {
          id: 'roles',
          header: t('reason_roles'),
          cell: (row: ManagedCancelReason) =>
            row.roles.length === roles.length
              ? t('reason_roles_all')
              : row.roles.map((role) => t(`reason_role_${role}`)).join(t('list_comma')),
        },
        {
          id: 'id',
          header: t('reason_id'),
          quiet: true,
          cell: (row: ManagedCancelReason) => <bdi dir="ltr">{row.id}</bdi>,
        },
      ]}
      filters={[
        {
          name: 'role',
          label: t('reason_roles'),
          all: t('reason_roles_all'),
          choices: roles.map(({ value, label }) => ({ id: value, label })),
        },
      ]}
      fields={fields}
      nameOf={(row) => row.label}
      newEntry={{ roles: [...cancelReasonRoles] }}
      check={checkCancelReason}
      faultText={(field) => t(field === 'roles' ? 'reason_wrong_roles' : 'reason_wrong_label')}
      create={(body, press) => call(cancelReasonsCalls.create, { body }, press)}
      update={(id, body, version, press) =>
        call(cancelReasonsCalls.update, { params: { id }, body: { ...body, version } }, press)
      }
      remove={(id, press) => call(cancelReasonsCalls.remove, { params: { id } }, press)}
      removeLead={t('reasons_delete_lead')}
      demo={demo ? { bare: true } : undefined}
    />
  )
}
