import { fullName } from '@remis/domain/people/first-name'
import { peopleCalls } from '@remis/domain/people/people-routes'
import { IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { useSession } from '../../platform/api/session.ts'
import { useFound } from '../../platform/use-found.ts'
import { Picker } from '../../ui/form/Picker.tsx'
import classes from './OwnerPicker.module.css'

interface Owner {
  readonly id: string
  readonly name: string
  readonly about: string
}

interface Props {
  /** the owner of the shown statement */
  readonly value: { readonly id: string; readonly name: string } | null
  readonly onChoose: (id: string) => void
}

/** A driver, or a fleet: an admin finds all, a fleet admin only their own. */
export const OwnerPicker = ({ value, onChoose }: Props) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const admin = user?.usertype === 'admin'
  const { typed: _shown, ...found } = useFound('statement-owners', async (search): Promise<Owner[]> => {
    const query = { limit: 8, ...(search === undefined ? {} : { search }) }
    const [drivers, fleets] = await Promise.all([
      call(peopleCalls.listDrivers, { query }),
      admin ? call(peopleCalls.list, { query: { ...query, usertype: 'fleetadmin' } }) : null,
    ])
    const own = user !== null && !admin ? [user] : []
    const fits = own.filter((one) =>
      fullName(one)
        .toLowerCase()
        .includes((search ?? '').toLowerCase()),
    )
    return [
      ...[...fits, ...(fleets?.rows ?? [])].map((row) => ({
        id: row.id,
        name: fullName(row),
        about: t('statement_fleet'),
      })),
      ...drivers.rows.map((row) => ({ id: row.id, name: fullName(row), about: t('credit_driver') })),
    ]
  })
  return (
    <div className={classes.field}>
      <Picker<Owner>
        {...found}
        value={value === null ? null : { ...value, about: '' }}
        onChange={(owner) => owner !== null && onChoose(owner.id)}
        size="md"
        label={t('statement_whose')}
        placeholder={t('ledger_search_people')}
        leftSection={<IconUser size={20} stroke={1.75} aria-hidden />}
        none={t('credit_user_none')}
        keyOf={({ id }) => id}
        textOf={({ name }) => name}
      >
        {(owner) => (
          <span className={classes.owner}>
            <bdi>{owner.name}</bdi>
            <small>{owner.about}</small>
          </span>
        )}
      </Picker>
    </div>
  )
}
