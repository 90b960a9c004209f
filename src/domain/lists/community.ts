interface Home {
  readonly direccion: string;
  readonly parroquia: string;
}

/** The community of a family: the address as it was typed, otherwise the parish; '' if both are unknown. */
export const communityOf = ({ direccion, parroquia }: Home): string => direccion.trim() || parroquia.trim();
