import { Button, NativeSelect } from '@mantine/core'
import { auditActions, auditKinds } from '@remis/domain/audit/audit-entries'
import { fullName } from '@remis/domain/people/first-name'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../ui/form/DateInput.tsx'
import { personQuery } from '../people/people-queries.ts'
import { actionOfKind, subjectParts } from './audit-texts.ts'
import classes from './audit.module.css'

type Filters = Readonly<Record<string, string>>

interface Props {
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}

/** Object, action, days; a person or one object comes from a link and can be taken away here. */
export const AuditFilters = ({ filters, onChange }: Props) => {
  const { t } = useTranslation()
  const set = (name: string, value: string) => {
    const { [name]: _old, ...others } = filters
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  const { person, subject } = filters
  return (
    <fieldset className={classes.filters} aria-label={t('audit_filters')}>
      <NativeSelect
        label={t('audit_subject')}
        value={filters['kind'] ?? ''}
        onChange={(event) => set('kind', event.currentTarget.value)}
        data={[
          { value: '', label: t('audit_kind_all') },
          ...auditKinds.map((kind) => ({ value: kind, label: t(`audit_kind_${kind}`) })),
        ]}
      />
      <NativeSelect
        label={t('audit_action')}
        value={filters['action'] ?? ''}
        onChange={(event) => set('action', event.currentTarget.value)}
        data={[
          { value: '', label: t('audit_action_all') },
          ...auditActions.map((action) => ({ value: action, label: actionOfKind(t, action) })),
        ]}
      />
      {(['from', 'to'] as const).map((name) => (
        <DateInput
          key={name}
          label={t(`audit_${name}`)}
          value={filters[name] ?? ''}
          onDate={(date) => set(name, date)}
        />
      ))}
      {person !== undefined && <PersonChip id={person} onClear={() => set('person', '')} />}
      {subject !== undefined && (
        <Chip label={Object.values(subjectParts(t, subject)).join(' ')} onClear={() => set('subject', '')} />
      )}
    </fieldset>
  )
}

const PersonChip = ({ id, onClear }: { readonly id: string; readonly onClear: () => void }) => {
  const { data: person } = useQuery(personQuery(id))
  const name = person === undefined ? id : fullName(person)
  return <Chip label={name} onClear={onClear} />
}

const Chip = ({ label, onClear }: { readonly label: string; readonly onClear: () => void }) => {
  const { t } = useTranslation()
  return (
    <Button
      variant="light"
      rightSection={<IconX size={16} stroke={2} aria-hidden />}
      aria-label={t('audit_clear', { name: label })}
      onClick={onClear}
    >
      <bdi>{label}</bdi>
    </Button>
  )
}
