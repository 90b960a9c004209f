export function BrandMark() {
  return (
    <>
      <img src="/logo.svg" alt="" width={40} height={40} />
      <span>
        Libreta Integral <small>de Salud</small>
      </span>
    </>
  );
}
