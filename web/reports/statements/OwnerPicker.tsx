import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { peopleCalls } from '@remis/domain/people/people-routes'
import { IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { useSession } from '../../platform/api/session.ts'
import listbox from '../../ui/listbox.module.css'
import { useListbox } from '../../ui/use-listbox.ts'

interface Props {
  /** the owner of the shown statement */
  readonly name: string | undefined
  readonly onChoose: (id: string) => void
}

interface Owner {
  readonly id: string
  readonly name: string
  readonly about: string
}

const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/** A driver, or a fleet: an admin finds all, a fleet admin the own ones. */
export const OwnerPicker = ({ name, onChoose }: Props) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const admin = user?.usertype === 'admin'
  const [typed, setTyped] = useState<string | null>(null)
  const [search] = useDebouncedValue(typed?.trim() ?? '', 200)
  const { data: found } = useQuery({
    queryKey: ['statement-owners', admin, search],
    enabled: typed !== null,
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<Owner[]> => {
      const query = { limit: 8, ...(search === '' ? {} : { search }) }
      const [drivers, fleets] = await Promise.all([
        call(peopleCalls.listDrivers, { query }),
        admin ? call(peopleCalls.list, { query: { ...query, usertype: 'fleetadmin' } }) : null,
      ])
      const own = user !== null && !admin ? [{ id: user.id, name: nameOf(user), about: t('statement_fleet') }] : []
      return [
        ...own.filter((one) => one.name.toLowerCase().includes(search.toLowerCase())),
        ...(fleets?.rows ?? []).map((row) => ({ id: row.id, name: nameOf(row), about: t('statement_fleet') })),
        ...drivers.rows.map((row) => ({ id: row.id, name: nameOf(row), about: t('credit_driver') })),
      ]
    },
  })
  const owners = found ?? []
  const list = useListbox({
    count: owners.length,
    first: 0,
    on: 'input',
    onChoose: (index) => {
      const owner = owners[index]
      setTyped(null)
      if (owner !== undefined) onChoose(owner.id)
    },
  })
  return (
    <div style={{ position: 'relative', flex: '1 1 260px', maxWidth: 400 }}>
      <TextInput
        {...list.fieldProps}
        size="md"
        label={t('statement_whose')}
        placeholder={t('ledger_search_people')}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        aria-autocomplete="list"
        leftSection={<IconUser size={20} stroke={1.75} aria-hidden />}
        value={typed ?? name ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => {
          setTyped((held) => held ?? '')
          list.open()
        }}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          list.startOver()
          list.open()
        }}
        onBlur={() => {
          list.close()
          setTyped(null)
        }}
      />
      {list.opened && found !== undefined && (
        <div {...list.dropProps} className={listbox.drop}>
          {owners.length === 0 ? (
            <p className={listbox.note}>{t('credit_user_none')}</p>
          ) : (
            <div {...list.listProps} className={listbox.list} aria-label={t('statement_whose')}>
              {owners.map((owner, index) => (
                <div key={owner.id} {...list.optionProps(index, false)} className={listbox.option}>
                  <span style={{ display: 'grid' }}>
                    <bdi>{owner.name}</bdi>
                    <small>{owner.about}</small>
                  </span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  )
}
