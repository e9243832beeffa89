import { Text } from '@mantine/core'
import type { Profile } from '@remis/domain/accounts/profile-api'
import { IconFileCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { Plate } from '../ui/parts/Person.tsx'
import cards from '../ui/parts/CardPage.module.css'
import classes from './profile.module.css'

/** A driver's vehicle as the office entered it; riders and the fare depend on it, so the driver does not change it. */
export const VehiclePart = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const car = [profile.vehicleMake, profile.vehicleModel].filter((word) => word).join(' ')
  const facts = [
    [t('people_car_type'), profile.carType],
    [t('profile_car'), car],
    [
      t('people_plate'),
      profile.vehicleNumber && <Plate key="plate" number={profile.vehicleNumber} label={profile.vehicleNumber} />,
    ],
    [t('people_other_info'), profile.other_info],
  ] as const
  return (
    <section className={cards.part} aria-labelledby="profile-vehicle">
      <div>
        <h2 id="profile-vehicle">{t('profile_vehicle')}</h2>
        <Text c="dimmed">{t('profile_vehicle_lead')}</Text>
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value || t('profile_not_given')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Link className={classes.more} to={paths.join()}>
        <IconFileCheck size={20} stroke={1.75} aria-hidden />
        {t('profile_vehicle_documents')}
      </Link>
    </section>
  )
}
