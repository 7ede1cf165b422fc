# A formula for Homebrew. Copy it into a tap; `url` and `sha256` are those of the source archive of a release.
class Isotope < Formula
  desc "Bit-exact reference for GPU atomic instructions"
  homepage "https://example.org/isotope"
  url "https://example.org/isotope/isotope-0.2.0.tar.gz"
  sha256 "0" * 64
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/isotope-cli")
    system bin/"isotope", "man", "--dir", man1
    generate_completions_from_executable(bin/"isotope", "completions", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_equal "0xed00000000770200\n", shell_output("#{bin}/isotope asm -t sm_50 'ATOM.ADD R0, [R2], R7'")
  end
end
