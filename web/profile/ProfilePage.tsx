import { fullName } from '@remis/domain/people/first-name'
import '../ui/mantine-parts.ts'
import { Skeleton, Text, Title } from '@mantine/core'
import { IconDatabase, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { DemoAccountNote } from '../platform/list/demo.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { Face } from '../ui/parts/Person.tsx'
import { AddressesPart } from './AddressesPart.tsx'
import { DetailsPart } from './DetailsPart.tsx'
import { LanguagePart } from './LanguagePart.tsx'
import { NoticesPart } from './NoticesPart.tsx'
import { PictureButtons } from './PictureButtons.tsx'
import cards from '../ui/parts/CardPage.module.css'
import classes from './profile.module.css'
import { profileQuery } from './profile-query.ts'
import { RatingsPart } from './RatingsPart.tsx'
import { ReferralPart } from './ReferralPart.tsx'
import { TrackerPart } from './TrackerPart.tsx'
import { VehiclePart } from './VehiclePart.tsx'

/** `/profile`: the person's own account [accounts-50]. */
export const ProfilePage = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(profileQuery)
  if (data === undefined)
    return (
      <div className={cards.page}>
        <Title order={1} size="h3">
          {t('title_profile')}
        </Title>
        {isError ? (
          <ReadFailure text={t('profile_failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} aria-busy="true" />
        )}
      </div>
    )
  const name = fullName(data)
  return (
    <div className={cards.page}>
      <header className={classes.head}>
        <Face src={data.profile_image} name={data} size={72} />
        <div>
          <Title order={1} size="h3">
            {t('title_profile')}
          </Title>
          <Text c="dimmed">
            <bdi>{name}</bdi> · {t(`role_${data.usertype}`)}
          </Text>
        </div>
        <PictureButtons profile={data} />
      </header>
      <DemoAccountNote />
      <DetailsPart profile={data} />
      {data.usertype === 'driver' && <VehiclePart profile={data} />}
      {data.usertype === 'driver' && <RatingsPart />}
      {data.usertype === 'rider' && <AddressesPart />}
      {data.referral !== undefined && <ReferralPart referral={data.referral} />}
      <NoticesPart profile={data} />
      {data.usertype === 'driver' && <TrackerPart />}
      <LanguagePart />
      <nav className={cards.part} aria-labelledby="profile-more">
        <h2 id="profile-more">{t('profile_more')}</h2>
        <Link className={classes.more} to={paths.security()}>
          <IconShieldLock size={20} stroke={1.75} aria-hidden />
          {t('security_title')}
        </Link>
        <Link className={classes.more} to={paths.accountData()}>
          <IconDatabase size={20} stroke={1.75} aria-hidden />
          {t('your_data')}
        </Link>
      </nav>
    </div>
  )
}
